// The order of a table's rows in the state of a view: the id of a column, after "-" if it descends.

// Return the options of a table for its order. `standard`: the order until the user changes it
export function orderInState(context, name, standard) {
    const text = context.state[name];
    return {
        order: text ? {id: text.replace(/^-/, ""), isDescending: text.startsWith("-")} : standard,
        onOrder: ({id, isDescending}) => context.adjust({[name]: (isDescending ? "-" : "") + id}),
    };
}
