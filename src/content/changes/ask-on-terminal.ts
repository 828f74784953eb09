import { createInterface } from 'node:readline/promises';

/**
 * Asks a question that only `y` or `yes` answers with yes. Without a terminal nobody can answer, which counts as no, and
 * so does closing the input.
 */
export async function askOnTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((done) => terminal.once('close', () => done('')));
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
