function attributes(present, fresh) {
  for (const {name} of [...present.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") present.removeAttribute(name);
  for (const {name, value} of fresh.attributes)
    if (present.getAttribute(name) !== value) present.setAttribute(name, value);
}

function patch(present, fresh) {
  const before = [...present.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((node, place) => {
    const there = before[place];
    if (!there) present.append(node);
    else if (there.nodeName !== node.nodeName) there.replaceWith(node);
    else if (node.nodeType !== Node.ELEMENT_NODE) {
      if (there.nodeValue !== node.nodeValue) there.nodeValue = node.nodeValue;
    } else {
      attributes(there, node);
      patch(there, node);
    }
  });
  before.slice(after.length).forEach((node) => node.remove());
}

export default {
  template: "<div></div>",
  props: {content: String},
  mounted() {
    this.$el.innerHTML = this.content;
  },
  watch: {
    content(text) {
      const fresh = document.createElement("template");
      fresh.innerHTML = text;
      patch(this.$el, fresh.content);
    },
  },
};
