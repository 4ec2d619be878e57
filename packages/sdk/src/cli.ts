#!/usr/bin/env node
import { runCommand } from './cli/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  now: () => new Date(),
});
