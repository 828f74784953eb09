/**
 * The three buttons above the words of a content form: bold, list and link. They write what somebody would otherwise
 * type, as the form explains it; the list of pages comes from there.
 */

const pages = [...document.querySelectorAll('[data-pages] > li')].map((item) => {
  const path = item.querySelector('code')?.textContent ?? '';
  return { path, name: (item.textContent ?? '').slice(0, -`: ${path}`.length) };
});

for (const words of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-words]')) {
  const title = document.querySelector(`label[for="${words.id}"]`)?.textContent ?? '';
  const choice = makeChoice(words);
  const buttons = document.createElement('div');
  buttons.className = 'actions small';
  buttons.role = 'group';
  buttons.ariaLabel = `How ${title} looks`;
  const link = makeButton('Link', () => {
    choice.hidden = !choice.hidden;
    link.ariaExpanded = String(!choice.hidden);
    if (!choice.hidden) choice.focus();
  });
  link.ariaExpanded = 'false';
  choice.addEventListener('change', () => {
    addLink(words, choice);
    choice.hidden = true;
    link.ariaExpanded = 'false';
  });
  const bold = makeButton('Bold', () => makeBold(words));
  const list = makeButton('List', () => makeList(words));
  buttons.append(bold, list, link, choice);
  words.before(buttons);
}

function makeButton(text: string, act: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button quiet',
    textContent: text,
  });
  button.addEventListener('click', act);
  return button;
}

/** The pages to link to. It has no name, so it is not sent. */
function makeChoice(words: HTMLTextAreaElement): HTMLSelectElement {
  const choice = document.createElement('select');
  choice.ariaLabel = 'Where the link leads';
  choice.hidden = true;
  choice.setAttribute('aria-controls', words.id);
  choice.add(new Option('Where does it lead?', ''));
  for (const { path, name } of pages) choice.add(new Option(name, path));
  choice.add(new Option('To another site', 'https://'));
  return choice;
}

/** Puts text in the place of a part, as typing does, and selects a part of it. */
function write(
  words: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
  text: string,
  [from, to]: readonly [from: number, to: number],
): void {
  words.setRangeText(text, start, end);
  words.focus();
  words.setSelectionRange(start + from, start + to);
  words.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The selected text without the spaces around it, which would stay around the stars. */
function readSelection({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  const text = value.slice(selectionStart, selectionEnd);
  const start = selectionStart + (text.length - text.trimStart().length);
  return { text: text.trim(), start, end: start + text.trim().length };
}

function makeBold(words: HTMLTextAreaElement): void {
  const { text, ...range } = readSelection(words);
  if (/^\*\*[^*]+\*\*$/.test(text)) {
    write(words, range, text.slice(2, -2), [0, text.length - 4]);
    return;
  }
  const bold = text || 'bold words';
  // Bold words end with their line.
  const lines = bold.replaceAll(/^([ \t]*(?:[-*] |\d+[.)] )?)(.*\S)/gm, '$1**$2**');
  write(words, range, lines, text === '' ? [2, 2 + bold.length] : [0, lines.length]);
}

/** Of the lines that the selection touches, or back to lines without hyphens. */
function makeList(words: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = words;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const after = value.indexOf('\n', Math.max(selectionEnd - 1, selectionStart));
  const end = after === -1 ? value.length : after;
  const lines = value.slice(start, end).split('\n');
  const isList = lines.every((line) => line === '' || line.startsWith('- '));
  const isEmpty = lines.join('') === '';
  const changed = isEmpty
    ? ['- ']
    : lines.map((line) =>
        line === '' ? line : isList ? line.slice(2) : `- ${line.replace(/^[-*•–] */, '')}`,
      );
  // A line right below a list would belong to its last item.
  const next = value.slice(end + 1).split('\n', 1)[0] ?? '';
  const gap = !isList && next !== '' && !next.startsWith('- ') ? '\n' : '';
  const text = changed.join('\n');
  write(words, { start, end }, text + gap, isEmpty ? [2, 2] : [0, text.length]);
}

function addLink(words: HTMLTextAreaElement, choice: HTMLSelectElement): void {
  const [chosen] = choice.selectedOptions;
  if (chosen === undefined || chosen.value === '') return;
  const { text, ...range } = readSelection(words);
  const label = (text || chosen.text).replaceAll(/[[\]\n]+/g, ' ');
  const link = `[${label}](${chosen.value})`;
  // Of another site, the address is to be typed.
  const caret = chosen.value === 'https://' ? link.length - 1 : link.length;
  write(words, range, link, [caret, caret]);
  choice.selectedIndex = 0;
}
