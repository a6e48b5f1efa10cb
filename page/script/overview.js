export const overviewView = {
    id: "overview",
    title: "Overview",
    isAvailable: () => true,
    show: () => ({update() {}}),
};
