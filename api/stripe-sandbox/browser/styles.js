/** Only constructed style sheets: a strict content security policy forbids `<style>` and style attributes. */
const SHEET_TEXT = `
  :host { all: initial; display: block; }
  * { box-sizing: border-box; }
  .root { font: 16px / 1.4 system-ui, sans-serif; color: var(--text); }
  .fields { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 0; padding: 0; border: 0; }
  .wide { grid-column: 1 / -1; }
  label, legend { display: block; margin: 0 0 4px; padding: 0; font-weight: 600; }
  .hint, .problem { margin: 4px 0 0; font-size: 0.9em; }
  .hint { color: var(--text-secondary); }
  .problem { color: var(--danger); }
  input:not([type=radio]), select {
    display: block; width: 100%; min-height: 44px; padding: 10px 12px; border: 1px solid #6b716d;
    border-radius: var(--radius); background: var(--background); color: var(--text); font: inherit;
  }
  input[aria-invalid=true] { border: 2px solid var(--danger); }
  :focus-visible { outline: 3px solid var(--primary); outline-offset: 1px; }
  button {
    display: block; width: 100%; min-height: var(--button-height, 44px); padding: 8px 16px; cursor: pointer;
    border: 1px solid #000; border-radius: var(--radius); background: #000; color: #fff; font: inherit; font-weight: 600;
  }
  button.secondary { background: #fff; color: #000; }
  button:disabled { opacity: 0.6; cursor: default; }
  dialog {
    width: min(28rem, calc(100vw - 32px)); max-height: calc(100dvh - 32px); overflow: auto; padding: 20px;
    border: 0; border-radius: 12px; background: #fff; color: #1a1f1c;
  }
  dialog::backdrop { background: rgb(0 0 0 / 0.5); }
  h2 { margin: 0 0 12px; font-size: 1.25em; }
  .stack { display: grid; gap: 12px; }
  fieldset { margin: 0; padding: 0; border: 0; }
  .rate { display: flex; gap: 8px; align-items: baseline; min-height: 32px; font-weight: 400; }
  .total { display: flex; justify-content: space-between; margin: 0; font-weight: 700; }
`;

/** Stripe's names of what a page can choose, ours, and what they are where it does not. */
const VARIABLES = [
  ['colorPrimary', '--primary', '#0570de'],
  ['colorBackground', '--background', '#fff'],
  ['colorText', '--text', '#30313d'],
  ['colorTextSecondary', '--text-secondary', '#5c5e70'],
  ['colorDanger', '--danger', '#c0123c'],
  ['borderRadius', '--radius', '5px'],
];

let sharedSheet;

/** Gives a shadow root its look. Returns a function that changes it to another `appearance`. */
export function applyStyles(root, appearance) {
  if (!sharedSheet) {
    sharedSheet = new CSSStyleSheet();
    sharedSheet.replaceSync(SHEET_TEXT);
  }
  const own = new CSSStyleSheet();
  own.replaceSync('.root {}');
  root.adoptedStyleSheets = [sharedSheet, own];
  const setAppearance = ({ variables = {} } = {}) => {
    const { style } = own.cssRules[0];
    for (const [name, variable, usual] of VARIABLES) style.setProperty(variable, variables[name] ?? usual);
  };
  setAppearance(appearance);
  return { setAppearance, setProperty: (name, value) => own.cssRules[0].style.setProperty(name, value) };
}
