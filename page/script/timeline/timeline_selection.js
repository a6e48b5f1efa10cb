// The selected track or group of the timeline. Keys and clicks select it, scroll it into view, and fold or pin it.

const nearby = 80;              // px; a key moves the selection less far

export class TrackSelection {
    // view: the timeline, of which this uses tracks, context, box, stuck, selected and repaint()
    constructor(view) {
        this.view = view;
        this.tracks = view.tracks;
        this.context = view.context;
        this.group = null;
    }

    // Return the selected track; -1 if there is none.
    get track() {
        return this.context.state.track;
    }

    // Select the next row that is a track or a group.
    stepTrack(step) {
        const {list} = this.tracks.rows;
        let at = list.indexOf(this.row);
        do {
            at += step;
        } while (list[at] && list[at].track < 0 && !list[at].members);
        if (list[at]?.members) {
            this.chooseGroup(list[at]);
        } else if (list[at]) {
            this.view.selected = -1;
            this.chooseTrack(list[at].track);
        }
    }

    chooseTrack(track) {
        this.group = null;
        if (track !== this.track) {
            this.context.adjust({track});
        } else {
            this.reveal();
        }
    }

    chooseGroup(row) {
        this.context.adjust({track: -1});
        this.group = row.group;
        this.scrollTo(row);
        this.context.announce(`${row.title}, ${row.about}, ${row.isFolded ? "folded" : "unfolded"}`);
        this.view.repaint();
    }

    // Return the selected row; undefined if there is none.
    get row() {
        const {list, rowOf} = this.tracks.rows;
        return this.track >= 0 ? list[rowOf[this.track]] :
            list.find(row => row.members && row.group === this.group);
    }

    // Scroll the selected track into view. If its group is folded, unfold it first. If the search hides the track, end
    // the search, unless both the track and the search come from the address.
    reveal(isFromAddress = false) {
        const {tracks, context} = this;
        const isFound = tracks.order.matches(this.track, context.state.trackSearch.trim().toLowerCase());
        if (tracks.rows.rowOf[this.track] < 0 && (isFound || !isFromAddress)) {
            context.adjust({trackSearch: isFound ? context.state.trackSearch : "",
                folds: tracks.rows.foldsWith(tracks.model.tracks.group[this.track], false)});
        }
        if (this.row) {
            this.scrollTo(this.row);
        }
        context.announce(this.tracks.model.tracks.name[this.track]);
        this.view.repaint();
    }

    // Scroll a row into view, below the rows that do not scroll: as far as needed for a row nearby, and a distant row
    // to the middle, so that its neighbours are visible.
    scrollTo({top, height}) {
        const {box, stuck} = this.view;
        const room = box.clientHeight - this.tracks.axisHeight - height;
        const above = box.scrollTop + stuck - top;
        const below = top - box.scrollTop - room;
        if (top >= stuck && Math.max(above, below) > 0) {
            box.scrollTop = Math.max(above, below) > nearby ? top - (stuck + room) / 2 :
                above > 0 ? top - stuck : top - room;
        }
    }

    fold(row) {
        this.context.adjust({folds: this.tracks.rows.foldsWith(row.group, !row.isFolded)});
        this.context.announce(`${row.title}, ${row.about}, ${row.isFolded ? "unfolded" : "folded"}`);
    }

    // Fold all groups, or unfold them if all are folded.
    foldAll() {
        const {folded, groups} = this.tracks.rows;
        this.context.adjust({folds: this.tracks.rows.foldsOfAll(folded.size < groups.size)});
    }

    pin() {
        if (this.track >= 0) {
            this.context.adjust({pinned: this.tracks.rows.pinnedWith(this.track)});
        }
    }

    showThread() {
        const row = this.track < 0 ? -1 : this.tracks.model.tracks.vthread[this.track];
        if (row >= 0) {
            this.context.go({view: "threads", threadSearch: this.tracks.model.vthreads.id[row], scope: ""});
        }
    }
}
