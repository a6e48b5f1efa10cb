export const flameView = {
    id: "flame",
    title: "Flame graph",
    isAvailable: () => true,
    show: () => ({update() {}}),
};
