// A search played like a film. `stage` is what outwit.tree.replay.player_data gives: the picture, the steps with their
// sentences, and for each node what it says from which step on; `kind`, `hint` and `phases` say how to read it.
// `riddle` is what there is to predict.

const PHASES = ["ahead", "open", "done", "cut"];
const ZOOMS = [0.4, 0.6, 0.8, 1, 1.25, 1.6];

export default {
  props: { stage: Object, first: Number, riddle: Object },
  template: `
    <div class="ow-theatre">
      <div v-if="riddle && !solved" class="ow-riddle">
        <p>What is the root worth, and which branches will be cut? Press the branches, then check.</p>
        <form class="ow-controls" @submit.prevent="check">
          <label>The value of the root
            <input ref="value" v-model="value" inputmode="decimal" autocomplete="off" size="6"></label>
          <button type="submit">Check</button>
          <button type="button" @click="begin">Start again</button>
          <button v-if="verdict" type="button" @click="solved = true">Watch the search</button>
        </form>
        <p role="status" class="ow-verdict">{{ verdict || guessed }}</p>
      </div>
      <template v-else>
        <p class="ow-says" role="status" aria-live="polite">{{ says }}</p>
        <div class="ow-controls" role="group" aria-label="The steps of the search">
          <button type="button" @click="go(0)" :disabled="at === 0" title="Home">Start</button>
          <button type="button" @click="go(at - 1)" :disabled="at === 0" title="Left arrow">Back</button>
          <button type="button" @click="toggle">{{ timer ? "Pause" : "Play" }}</button>
          <button type="button" @click="go(at + 1)" :disabled="at === last" title="Right arrow">Forward</button>
          <button type="button" @click="go(last)" :disabled="at === last" title="End">End</button>
          <label class="ow-slide">Step
            <input type="range" min="0" :max="last" :value="at" :aria-valuetext="counted"
              @input="go(Number($event.target.value))"></label>
          <output class="ow-count">{{ counted }}</output>
          <label>Speed
            <select v-model.number="pause">
              <option :value="2400">slow</option><option :value="1200">medium</option><option :value="400">fast</option>
            </select></label>
        </div>
      </template>
      <div class="ow-film" ref="film" role="region" tabindex="0" aria-label="The tree; it can be scrolled">
        <div ref="picture" :style="{ zoom: scale }" :class="['ow-' + stage.kind, { 'ow-solving': riddle && !solved }]"
          @click="pressed" @keydown="moved" v-html="stage.svg"></div>
      </div>
      <p v-if="!riddle || solved" class="ow-soft ow-hint">{{ stage.hint }} Press a node for all that is known of it; + unfolds what is not shown.</p>
      <div class="ow-controls" role="group" aria-label="The size of the picture">
        <button type="button" @click="scale = smaller" :disabled="smaller === scale">Smaller</button>
        <button type="button" @click="fit">Fit the width</button>
        <button type="button" @click="scale = larger" :disabled="larger === scale">Larger</button>
        <output>{{ Math.round(100 * scale) }} %</output>
        <slot v-if="!riddle || solved"></slot>
      </div>
    </div>`,
  data() {
    return { at: 0, timer: null, pause: 1200, scale: 1, value: "", marked: [], verdict: "", solved: false, picked: "" };
  },
  computed: {
    last() { return this.stage.steps.length - 1; },
    says() { return this.stage.steps[this.at].says; },
    counted() { return `${this.at + 1} of ${this.last + 1}`; },
    smaller() { return Math.max(...ZOOMS.filter((zoom) => zoom < this.scale - 0.01), ZOOMS[0]); },
    larger() { return Math.min(...ZOOMS.filter((zoom) => zoom > this.scale + 0.01), ZOOMS.at(-1)); },
    guessed() {
      const many = this.marked.length;
      return many === 0 ? "No branch is marked." : many === 1 ? "1 branch is marked." : `${many} branches are marked.`;
    },
  },
  mounted() {
    this.at = Math.min(Math.max(this.first || 0, 0), this.last);
    const [wide, room] = [this.$refs.picture.querySelector("svg").width.baseVal.value, this.$refs.film.clientWidth];
    if (wide > room) this.scale = Math.max(0.6, (room - 8) / wide);
    this.$nextTick(this.draw);
    this.keys = (event) => this.steered(event);
    document.addEventListener("keydown", this.keys);
  },
  unmounted() {
    document.removeEventListener("keydown", this.keys);
    this.halt();
  },
  watch: {
    stage(now, before) {
      const present = before.steps[this.at];
      const same = now.steps.findIndex((step) => step.kind === present.kind &&
        (step.game ? step.game === present.game : step.node === present.node));
      this.halt();
      this.at = same >= 0 ? same : Math.min(this.at, this.last);
      this.$nextTick(this.draw);
    },
    riddle() { this.begin(); },
    solved() {
      if (this.solved) this.$emit("solved");
      this.go(this.solved ? 0 : this.at);
      this.$nextTick(this.draw);
    },
  },
  methods: {
    go(step) {
      this.at = Math.min(Math.max(step, 0), this.last);
      if (this.at === this.last) this.halt();
      this.draw();
      const address = new URL(window.location);
      address.searchParams.set("step", this.at);
      history.replaceState(history.state, "", address);
    },
    toggle() {
      if (this.timer) return this.halt();
      if (this.at === this.last) this.go(0);
      const tick = () => {
        this.timer = setTimeout(() => {
          this.go(this.at + 1);
          if (this.timer) tick();
        }, this.pause);
      };
      tick();
    },
    halt() {
      clearTimeout(this.timer);
      this.timer = null;
    },
    standing(node) {
      const at = this.riddle && !this.solved ? -1 : this.at;
      const moments = this.stage.nodes[node];
      let found = moments[0];
      for (const moment of moments) if (moment[0] <= at) found = moment;
      return { phase: found[1], value: found[2], small: found[3] };
    },
    draw() {
      const picture = this.$refs.picture;
      if (!picture) return;
      const solving = this.riddle && !this.solved;
      const now = solving ? null : this.stage.steps[this.at].node;
      picture.classList.toggle("ow-over", !solving && this.at === this.last);
      for (const mark of picture.querySelectorAll("[data-node]")) {
        const name = mark.dataset.node;
        const { phase, value, small } = this.standing(name);
        for (const each of PHASES) mark.classList.toggle(`ow-${each}`, each === phase);
        mark.classList.toggle("ow-unvisited", phase === "cut");
        mark.classList.toggle("ow-now", name === now);
        mark.classList.toggle("ow-picked", name === this.picked);
        mark.classList.toggle("ow-marked", Boolean(solving) && this.marked.includes(name));
        this.write(mark, ".ow-value", value);
        this.write(mark, ".ow-small", small);
        mark.dataset.title ??= mark.getAttribute("aria-label");
        const told = [mark.dataset.title, solving ? "" : this.stage.phases[phase], value, small].filter(Boolean).join(", ");
        mark.setAttribute("aria-label", told);
        if (solving) mark.setAttribute("aria-pressed", this.marked.includes(name));
        else mark.removeAttribute("aria-pressed");
        const edge = picture.querySelector(`[data-edge="${name}"]`);
        if (edge) for (const each of PHASES) edge.classList.toggle(`ow-${each}`, each === phase);
      }
      const place = picture.querySelector("[tabindex='0']") || picture.querySelector("[data-node]");
      if (place) place.setAttribute("tabindex", "0");
      if (now) this.follow(picture.querySelector(`[data-node="${now}"]`));
    },
    write(mark, which, words) {
      const text = mark.querySelector(which);
      if (text && text.textContent !== words) text.textContent = words;
    },
    follow(mark) {
      if (!mark) return;
      const film = this.$refs.film;
      const [inner, outer] = [mark.getBoundingClientRect(), film.getBoundingClientRect()];
      const room = 60;
      if (inner.left < outer.left + room) film.scrollLeft -= outer.left + room - inner.left;
      if (inner.right > outer.right - room) film.scrollLeft += inner.right - outer.right + room;
      if (inner.top < outer.top + room) film.scrollTop -= outer.top + room - inner.top;
      if (inner.bottom > outer.bottom - room) film.scrollTop += inner.bottom - outer.bottom + room;
    },
    fit() {
      const svg = this.$refs.picture.querySelector("svg");
      this.scale = Math.min(1, Math.max(0.25, (this.$refs.film.clientWidth - 8) / svg.width.baseVal.value));
    },
    pressed(event) {
      const mark = event.target.closest("[data-node], [data-more]");
      if (!mark) return;
      this.hold(mark);
      if (mark.dataset.more !== undefined) this.$emit("more", mark.dataset.more);
      else if (this.riddle && !this.solved) this.guess(mark.dataset.node);
      else {
        this.picked = mark.dataset.node;
        this.$emit("pick", this.picked);
        this.draw();
      }
    },
    hold(mark) {
      for (const each of this.$refs.picture.querySelectorAll("[tabindex='0']")) each.setAttribute("tabindex", "-1");
      mark.setAttribute("tabindex", "0");
      mark.focus({ preventScroll: true });
    },
    moved(event) {
      const mark = event.target.closest("[data-node], [data-more]");
      if (!mark) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        return;
      }
      const next = this.neighbour(mark, event.key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      this.hold(next);
      this.follow(next);
    },
    neighbour(mark, key) {
      const find = (name) => this.$refs.picture.querySelector(`[data-node="${name}"]`);
      const parent = (name) => (name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "root");
      const name = mark.dataset.node ?? mark.dataset.more;
      const own = mark.dataset.node !== undefined;
      if (key === "ArrowUp") return own ? name !== "root" && find(parent(name)) : find(name);
      const above = own ? parent(name) : name;
      const among = [...this.$refs.picture.querySelectorAll("[data-node], [data-more]")];
      const below = (top) => among.filter((each) =>
        each.dataset.more === top || (each.dataset.node !== undefined && each.dataset.node !== "root" &&
          parent(each.dataset.node) === top));
      if (key === "ArrowDown") return own ? below(name)[0] : null;
      if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
      const beside = own && name === "root" ? [mark] : below(above);
      return beside[beside.indexOf(mark) + (key === "ArrowRight" ? 1 : -1)];
    },
    steered(event) {
      const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
      const free = event.target === document.body || event.target === this.$refs.film;
      if (!free || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (this.riddle && !this.solved) return;
      event.preventDefault();
      this.go(steps[event.key]);
    },
    begin() {
      this.marked = [];
      this.value = this.verdict = "";
      this.solved = false;
      this.unjudge();
      this.$nextTick(this.draw);
    },
    guess(name) {
      if (name === "root" || this.verdict) return;
      this.marked = this.marked.includes(name)
        ? this.marked.filter((each) => each !== name)
        : [...this.marked.filter((each) => !each.startsWith(`${name}.`)), name];
      this.draw();
    },
    check() {
      const within = (name) => this.marked.some((each) => name === each || name.startsWith(`${each}.`));
      const cut = new Set(this.riddle.cut);
      const judged = { hit: 0, missed: 0, wrong: 0 };
      this.unjudge();
      for (const mark of this.$refs.picture.querySelectorAll("[data-node]")) {
        const name = mark.dataset.node;
        const topmost = cut.has(name);
        const inside = [...cut].some((each) => name.startsWith(`${each}.`));
        if (topmost) this.judge(mark, within(name) ? "hit" : "missed", judged);
        else if (!inside && this.marked.includes(name)) this.judge(mark, "wrong", judged);
      }
      const given = Number(this.value.trim().replace("−", "-"));
      const close = Math.abs(given - this.riddle.value) <= 0.0005 + 1e-9 * Math.abs(this.riddle.value);
      const right = this.value.trim() !== "" && close;
      const worth = right ? `The value ${this.riddle.shown} is right.`
        : this.value.trim() === "" ? "No value was given." : `The value is not ${this.value.trim()}.`;
      const branches = (many) => (many === 1 ? "1 branch" : `${many} branches`);
      const cuts = cut.size === 0
        ? "Nothing is cut." : `${judged.hit} of ${branches(cut.size)} that are cut ${judged.hit === 1 ? "was" : "were"} found.`;
      const wrong = judged.wrong
        ? ` ${branches(judged.wrong)} marked ${judged.wrong === 1 ? "is" : "are"} visited.` : "";
      const all = right && !judged.missed && !judged.wrong ? "All right! " : "";
      this.verdict = `${all}${worth} ${cuts}${wrong}`;
    },
    judge(mark, how, judged) {
      judged[how] += 1;
      const sign = { hit: "✓ cut", missed: "! cut", wrong: "✗ visited" }[how];
      const box = mark.getBBox();
      const words = document.createElementNS("http://www.w3.org/2000/svg", "text");
      words.setAttribute("class", `ow-judged ow-${how}`);
      words.setAttribute("x", box.x + box.width / 2);
      words.setAttribute("y", box.y + box.height + 12);
      words.textContent = sign;
      mark.append(words);
    },
    unjudge() {
      for (const words of this.$refs.picture?.querySelectorAll(".ow-judged") ?? []) words.remove();
    },
  },
};
