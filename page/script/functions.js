export const functionsView = {
    id: "functions",
    title: "Functions",
    isAvailable: () => true,
    show: () => ({update() {}}),
};
