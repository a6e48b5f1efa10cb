// Self time of functions, spread over the ranks.

import {formatShare, formatTime} from "../data/number.js";
import {countColumn, nameColumn, timeColumn} from "../ui/columns.js";
import {longestText} from "../ui/column_width.js";
import {orderInState} from "../ui/table_order.js";
import {imbalanceOf} from "../data/job.js";
import {rowsOf} from "../data/tables.js";
import {linkButton} from "../ui/dom.js";
import {JobSection} from "./job_section.js";

export class JobSpreads {
    constructor(page, context, job) {
        Object.assign(this, {context, job, spreads: job.spreads, functions: context.model.functions});
        this.section = new JobSection(page, "Functions over the ranks",
            "Self time of each function. Excess is max − mean: the time that an even load would save.");
        this.show();
        this.select();
    }

    show() {
        const {spreads, functions, job, context} = this;
        const count = Math.max(1, job.measured.length);
        const mean = row => spreads.sum[row] / count;
        const excess = row => Math.max(0, spreads.most[row] - mean(row));
        const imbalance = row => imbalanceOf(spreads.sum[row], spreads.most[row], count);
        this.section.show({
            columns: [nameColumn("function", row => functions.name[spreads.function[row]], "minmax(150px, 2fr)"),
                countColumn("ranks", spreads.ranks),
                timeColumn("self", row => spreads.sum[row], "self time of all ranks"),
                timeColumn("min", row => spreads.least[row], "smallest self time of a rank"),
                timeColumn("mean", mean, "self time of all ranks divided by their number"),
                timeColumn("max", row => spreads.most[row], "largest self time of a rank"),
                {id: "of rank", title: "of rank", isNumber: true, widest: longestText(job.ranks.name).slice(0, 12),
                    explain: "rank with the maximum", value: row => spreads.rank[row],
                    show: row => linkButton(job.ranks.name[spreads.rank[row]] ?? "?",
                        () => context.adjust({jobRank: spreads.rank[row]}))},
                {...timeColumn("excess", excess, "max − mean"), show: row => formatTime(excess(row))},
                {id: "imbalance", title: "imbalance", isNumber: true, explain: "(max − mean) / max", value: imbalance,
                    show: row => formatShare(imbalance(row), 1)}],
            ...orderInState(context, "jobSpreadOrder", {id: "self", isDescending: true}),
            onPick: row => context.adjust({function: spreads.function[row]}),
            onOpen: row => context.go({view: "functions", function: spreads.function[row]}),
        }, rowsOf(spreads));
    }

    // Mark the function that is selected, here or elsewhere on the page.
    select() {
        const row = this.spreads.function.indexOf(this.context.state.function);
        this.section.table.select(row < 0 ? undefined : row);
    }

    update(changed) {
        if (changed.has("function")) {
            this.select();
        }
    }

    close() {
        this.section.close();
    }
}
