import type { MailTransport } from './mail-transport.ts';

const WIDTH = 72;

/** Prints mails in place of sending them, each in a frame: what is used while no mail server is set. */
export function createConsoleTransport(getFrom: () => string, print: (text: string) => void): MailTransport {
  return {
    async send({ to, replyTo, subject, text }) {
      const lines = [
        `From: ${getFrom()}`,
        `To: ${to}`,
        ...(replyTo === null ? [] : [`Reply-To: ${replyTo}`]),
        `Subject: ${subject}`,
        '',
        ...text.trimEnd().split('\n'),
      ];
      const title = '┌─ mail, printed because no SMTP_URL is set ';
      print(
        [
          title.padEnd(WIDTH, '─'),
          ...lines.map((line) => `│ ${forTerminal(line)}`),
          `└${'─'.repeat(WIDTH - 1)}`,
        ].join('\n'),
      );
      return { ok: true };
    },
  };
}

/** Without control characters, which could repaint the operator's terminal. */
function forTerminal(line: string): string {
  return line.replace(/\p{Cc}+/gu, ' ');
}
