import { runProgram } from '#commands';
import { readConfig } from '../../config.ts';
import { warnFarm } from '../../mail/warn-farm.ts';

await runProgram('warn', ({ words: [message] }) => warnFarm(message, readConfig(), console.error));
