/** A host with a shadow root: the page's styles and forms do not reach what is in it, as with Stripe's frames. */
export function createHost(html) {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  root.innerHTML = html;
  return { host, root };
}

/** Text for HTML, of the page or of the buyer. */
export function escapeText(text) {
  return String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A labelled input, with room for a hint and for what is wrong with it. */
export function renderField({ name, label, hint, type = 'text', autocomplete, isOptional = false, ...more }) {
  const { isWide, inputmode = 'text' } = more;
  return `<div${isWide ? ' class="wide"' : ''}>
    <label for="${name}">${label}</label>
    <input id="${name}" type="${type}" inputmode="${inputmode}" autocomplete="${autocomplete}" aria-invalid="false"
      aria-describedby="${hint ? `${name}-hint ` : ''}${name}-problem"${isOptional ? '' : ' required'}>
    ${hint ? `<p id="${name}-hint" class="hint">${hint}</p>` : ''}
    <p id="${name}-problem" class="problem" role="alert" hidden></p>
  </div>`;
}

/** Shows what is wrong with a field, or that nothing is. */
export function setProblem(input, message) {
  const problem = input.parentElement.querySelector('.problem');
  problem.textContent = message ?? '';
  problem.hidden = message === undefined;
  input.setAttribute('aria-invalid', String(message !== undefined));
}

/** An element's place in the page, which Stripe.js marks. */
export function mount(host, target) {
  const container = typeof target === 'string' ? document.querySelector(target) : target;
  if (!(container instanceof HTMLElement))
    throw new Error(`There is no ${target} on the page to mount into.`);
  container.classList.add('StripeElement');
  container.append(host);
}
