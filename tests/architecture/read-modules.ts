import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

export interface Import {
  /** As written: `#domain/money.ts`. */
  specifier: string;
  /** The file, from the project's root: `src/domain/money.ts`. Undefined for a package. */
  target: string | undefined;
  /** Only `import type`, which the compiler removes. */
  isTypeOnly: boolean;
}

export interface Module {
  /** From the project's root, with forward slashes. */
  path: string;
  imports: Import[];
  /** Whether the code calls the global `fetch`. */
  callsFetch: boolean;
  /** Whether the code names `localStorage` or `sessionStorage`, not as a string. */
  usesStorage: boolean;
  readsEnvironment: boolean;
  /** Whether a program starts before its whole module is read, above a constant that it may need. */
  startsEarly: boolean;
}

/** Every module of the project's own code. */
export function readModules(): Module[] {
  const files = ['src', 'api', 'tests'].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  );
  return [...files, 'astro.config.mjs', 'playwright.config.ts']
    .filter((file) => /\.(ts|tsx|mjs|astro)$/.test(file))
    .map((file) => parseModule(file, readFileSync(resolve(root, file), 'utf8')));
}

/** Reads one module's imports, and which globals it uses. */
export function parseModule(path: string, text: string): Module {
  const code = path.endsWith('.astro') ? extractAstroCode(text) : text;
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind);
  const module: Module = {
    path,
    imports: [],
    callsFetch: false,
    usesStorage: false,
    readsEnvironment: false,
    startsEarly: source.statements
      .slice(0, -1)
      .some((each) => /^(if \(import\.meta\.main\)|await runProgram\()/.test(each.getText(source))),
  };
  const visit = (node: ts.Node) => {
    const found = readImport(node);
    if (found) module.imports.push({ ...found, target: resolveSpecifier(path, found.specifier) });
    if (isGlobalFetch(node)) module.callsFetch = true;
    if (ts.isIdentifier(node) && /^(local|session)Storage$/.test(node.text)) module.usesStorage = true;
    if (isEnvironment(node)) module.readsEnvironment = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return module;
}

function readImport(node: ts.Node): { specifier: string; isTypeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const isTypeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return { specifier: node.moduleSpecifier.text, isTypeOnly };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteral(argument)
      ? { specifier: argument.text, isTypeOnly: false }
      : undefined;
  }
  // `import('…').Name` in a type.
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  ) {
    return { specifier: node.argument.literal.text, isTypeOnly: true };
  }
  return undefined;
}

function isGlobalFetch(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  if (ts.isIdentifier(expression)) return expression.text === 'fetch';
  const owner = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
  const isGlobal = owner && ts.isIdentifier(owner) && ['window', 'globalThis', 'self'].includes(owner.text);
  return Boolean(isGlobal) && ts.isPropertyAccessExpression(expression) && expression.name.text === 'fetch';
}

function isEnvironment(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return /^(node:)?process$/.test(node.moduleSpecifier.text);
  }
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'env') return false;
  return (
    ts.isMetaProperty(node.expression) ||
    (ts.isIdentifier(node.expression) && node.expression.text === 'process')
  );
}

/** The frontmatter and the scripts of a page or component. */
function extractAstroCode(text: string): string {
  const frontmatter = /^\s*---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  return [frontmatter, ...scripts].join('\n');
}

function resolveSpecifier(from: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '');
  const [, room, rest] = /^#(content|domain|forms)\/(.*)$/.exec(path) ?? [];
  if (room !== undefined) return `src/${room}/${rest}`;
  if (path === '#commands') return 'src/commands.mjs';
  return path.startsWith('.') ? posix.join(posix.dirname(from), path) : undefined;
}
