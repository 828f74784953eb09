import { isRecord } from '#content/reader/page-body.ts';
import { type Field, renderFieldError, renderInput, renderSelect } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { ACTION, type ListAction, NEW_KEY } from './change-lists.ts';
import { controlId, joinPath, nameItem } from './find-part.ts';
import type { FormField, LeafField, ListField, MapField, ObjectField } from './form-field.ts';
import { ITEM_FROM, MAP_KEY } from './read-form.ts';
import { type FormView, isOpen, renderLeaf } from './render-leaf.ts';

export function renderFormField(field: FormField, value: unknown, path: string, view: FormView): Html {
  if (field.kind === 'leaf') return renderLeaf(field, value, path, view);
  if (field.kind === 'list') return renderList(field, Array.isArray(value) ? value : [], path, view);
  if (field.kind === 'map') return renderMap(field, isRecord(value) ? value : {}, path, view);
  return field.kind === 'object' ? renderObject(field, value, path, view) : html``;
}

function renderObject(field: ObjectField, value: unknown, path: string, view: FormView): Html {
  const parts = renderParts(field, value, path, view);
  if (path === '') return parts;
  if (field.isRequired) return renderSet(field, path, view, parts);
  return renderFolded(field.title, path, view, html`${renderHelp(field, path, view)}${parts}`);
}

/** The fields of a record. Those of a group come last, folded away together. */
function renderParts(field: ObjectField, value: unknown, path: string, view: FormView): Html {
  const old = isRecord(value) ? value : {};
  const render = ([key, part]: [string, FormField]) =>
    renderFormField(part, old[key], joinPath(path, key), view);
  const all = [...field.fields];
  const groups = new Set(all.flatMap(([, { group }]) => group ?? []));
  // What must be filled in is not folded away.
  const isWanted = ([key, { isRequired, from }]: [string, FormField]) =>
    isOpen(joinPath(path, key), view) || (isRequired && from === undefined && old[key] === undefined);
  return html`${all.filter(([, { group }]) => group === undefined).map(render)}
${[...groups].map((name) => {
  const parts = all.filter(([, { group }]) => group === name);
  return html`<details${parts.some(isWanted) && html` open`}><summary>${name}</summary>
<div class="fields">${parts.map(render)}</div></details>`;
})}`;
}

function renderList(field: ListField, items: readonly unknown[], path: string, view: FormView): Html {
  const rows = items.map((item, index) => {
    const position = { isFirst: index === 0, isLast: index === items.length - 1 };
    const origin = view.origins === undefined ? index : view.origins.get(item as object);
    const itemPath = joinPath(path, index);
    const from = html`<input type="hidden" name="${joinPath(itemPath, ITEM_FROM)}" value="${origin}">`;
    return renderItem(field, item, itemPath, from, view, position);
  });
  const add = renderButton('add', path, view, {
    at: joinPath(path, items.length),
    name: ` to ${field.title}`,
  });
  return renderSet(field, path, view, html`${rows}<div class="actions small">${add}</div>`);
}

function renderMap(
  field: MapField,
  items: Readonly<Record<string, unknown>>,
  path: string,
  view: FormView,
): Html {
  const entries = Object.entries(items);
  const rows = entries.map(([key, item], index) => {
    const itemPath = joinPath(path, index);
    const position = { isFirst: index === 0, isLast: index === entries.length - 1 };
    const hidden = html`<input type="hidden" name="${joinPath(itemPath, MAP_KEY)}" value="${key}">`;
    const fact = field.namesFacts ? view.choices.facts.get(key) : undefined;
    if (fact === undefined || field.item.kind !== 'leaf')
      return renderItem(field, item, itemPath, hidden, view, position, key);
    const reading: LeafField = { ...field.item, control: 'choice', options: fact.readings };
    return renderItem({ ...field, item: reading }, item, itemPath, hidden, view, position, fact.label);
  });
  const newPath = joinPath(path, NEW_KEY);
  const name: Field = {
    id: controlId(newPath),
    name: newPath,
    label: `${field.namesFacts ? 'Another' : 'Name of a new'} one in ‘${field.title}’`,
    message: view.problems.get(controlId(newPath)),
  };
  const offered = [...view.choices.facts].flatMap(([key, { label }]) =>
    key in items ? [] : [[key, label] as const],
  );
  const input = field.namesFacts
    ? renderSelect(name, [['', 'Please choose'], ...offered], view.names?.[newPath] ?? '')
    : renderInput({ ...name, attributes: html`type="text"` }, view.names?.[newPath]);
  return renderSet(
    field,
    path,
    view,
    html`${rows}
${input}
<div class="actions small">${renderButton('add', path, view, { at: joinPath(path, entries.length), name: ` to ${field.title}` })}</div>`,
  );
}

function renderItem(
  { item, ...list }: ListField | MapField,
  value: unknown,
  path: string,
  hidden: Html,
  view: FormView,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
  key?: string,
): Html {
  const name = nameItem(item, value) || key || '';
  const actions: ListAction[] = [
    ...(isFirst ? [] : ['up' as const]),
    ...(isLast ? [] : ['down' as const]),
    'remove',
  ];
  const moves = actions.map((action) =>
    renderButton(action, path, view, { at: path.slice(0, path.lastIndexOf('.')) || path, name: ` ${name}` }),
  );
  const buttons = html`<div class="actions small">${moves}</div>`;
  const at = html`id="${controlId(path)}"`;
  const error = renderFieldError(controlId(path), view.problems.get(controlId(path)));
  if (item.kind === 'leaf') {
    return html`<div class="content-item">${hidden}${renderLeaf({ ...item, title: key ?? item.title }, value, path, view)}${buttons}</div>`;
  }
  const main = list.kind === 'list' && item.kind === 'object' ? list.main : undefined;
  if (main !== undefined)
    return renderRow(item as ObjectField, main, value, path, view, { name, hidden, error, buttons });
  const parts =
    item.kind === 'object' ? renderParts(item, value, path, view) : renderFormField(item, value, path, view);
  if (isShort(item)) {
    return html`<div class="content-item" ${at} role="group" aria-label="${name || 'New'}">${hidden}${error}<div class="field-row">${parts}</div>${buttons}</div>`;
  }
  return html`<div class="content-item" ${at}>${hidden}<details${(name === '' || isOpen(path, view)) && html` open`}><summary>${name || 'New'}</summary>
<div class="fields">${error}${parts}${buttons}</div></details></div>`;
}

/** An item as one line: its name, and the field that matters. The others are folded away. */
function renderRow(
  item: ObjectField,
  main: string,
  value: unknown,
  path: string,
  view: FormView,
  { name, hidden, error, buttons }: { name: string; hidden: Html; error: Html | unknown; buttons: Html },
): Html {
  const old = isRecord(value) ? value : {};
  const field = item.fields.get(main) as LeafField;
  const mainPath = joinPath(path, main);
  const others = { ...item, fields: new Map([...item.fields].filter(([key]) => key !== main)) };
  const isUnfolded = name === '' || isOpen(path, view, mainPath);
  return html`<div class="content-item content-row" id="${controlId(path)}">${hidden}${error as Html}
${renderLeaf({ ...field, title: name || field.title, help: undefined }, old[main], mainPath, view)}
<details${isUnfolded && html` open`}><summary>More<span class="visually-hidden"> of ${name}</span></summary>
<div class="fields">${renderParts(others, value, path, view)}${buttons}</div></details></div>`;
}

/** Whether an item's controls fit below each other without being folded away. */
function isShort(item: FormField): boolean {
  const long = ['paragraphs', 'words', 'long', 'lines', 'ticks', 'picture', 'icon'];
  if (item.kind !== 'object') return false;
  return [...item.fields.values()].every((each) => each.kind === 'leaf' && !long.includes(each.control));
}

function renderSet(field: FormField, path: string, view: FormView, content: Html): Html {
  return html`<fieldset class="fields" id="${controlId(path)}"><legend>${field.title}</legend>
${renderHelp(field, path, view)}${content}</fieldset>`;
}

function renderHelp(field: FormField, path: string, view: FormView): Html {
  const id = controlId(path);
  return html`${renderFieldError(id, view.problems.get(id))}${field.help !== undefined && html`<p class="hint">${field.help}</p>`}`;
}

function renderFolded(title: string, path: string, view: FormView, content: Html): Html {
  return html`<details id="${controlId(path)}"${isOpen(path, view) && html` open`}><summary>${title}</summary>
<div class="fields">${content}</div></details>`;
}

const LABELS: Readonly<Record<ListAction, string>> = {
  add: 'Add one',
  remove: 'Remove',
  up: 'Up',
  down: 'Down',
};

/** Sends the form to itself, where the changed list is shown with everything that was typed. */
function renderButton(
  action: ListAction,
  path: string,
  view: FormView,
  { at, name }: { at: string; name: string },
): Html {
  return html`<button class="button quiet" type="submit" name="${ACTION}" value="${action} ${path}" formaction="${view.action}#${controlId(at)}" formnovalidate>${LABELS[action]}<span class="visually-hidden">${name}</span></button>`;
}
