import { runCommand } from '../hook/run-command.ts';

runCommand(process.argv.slice(2));
