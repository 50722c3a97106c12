#!/usr/bin/env node
import { runCommand } from '../command/run-command.ts';

runCommand(process.argv.slice(2));
