/** An element with attributes and children; what is false or null is left out. */
export function createNode(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) node.setAttribute(attribute, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** A labelled input with room for a hint and for what is wrong with it. */
export function createField({ name, label, hint, isWide = false, ...attributes }) {
  const problem = createNode('p', { id: `${name}-problem`, class: 'problem', role: 'alert', hidden: '' });
  const hintId = hint ? `${name}-hint` : null;
  const input = createNode('input', {
    id: name,
    type: 'text',
    'aria-invalid': 'false',
    'aria-describedby': [hintId, `${name}-problem`].filter(Boolean).join(' '),
    ...attributes,
  });
  const node = createNode(
    'div',
    { class: isWide ? 'wide' : null },
    createNode('label', { for: name }, label),
    input,
    hint ? createNode('p', { id: hintId, class: 'hint' }, hint) : null,
    problem,
  );
  return {
    node,
    input,
    /** Shows what is wrong, or that nothing is. */
    setProblem(message) {
      problem.textContent = message ?? '';
      problem.hidden = message === undefined;
      input.setAttribute('aria-invalid', String(message !== undefined));
    },
  };
}

/** The element that a selector or a node names. */
export function findContainer(target) {
  const container = typeof target === 'string' ? document.querySelector(target) : target;
  if (container instanceof HTMLElement) return container;
  throw new Error(
    `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
  );
}

/** A host with a shadow root: the page's styles and forms do not reach what is in it, as with Stripe's frames. */
export function createHost() {
  const host = createNode('div');
  return { host, root: host.attachShadow({ mode: 'open', delegatesFocus: true }) };
}
