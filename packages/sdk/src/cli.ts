#!/usr/bin/env node
import { runCommand } from './cli/program/run-command.ts';
import { openTerminal } from './cli/terminal/open-terminal.ts';

process.exitCode = await runCommand(process.argv.slice(2), openTerminal());
