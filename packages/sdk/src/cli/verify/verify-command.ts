import { type Command, readOnly, readText, readTexts } from '../command.ts';
import { verifyFile } from './verify-file.ts';

export const verifyCommand: Command = {
  summary: 'verify a report or an evidence bundle, offline',
  usage: `Usage: field-inspection verify <report.pdf | bundle.zip> [options]

Verifies a report or an evidence bundle, offline: that nothing in it was changed, and since
when. Which of the two a file is, its first bytes tell.

Options
  --roots <file>      root certificates (PEM) that you trust, from the authorities themselves;
                      can be given several times. For a report: of who seals and signs;
                      for a bundle: of the timestamp authorities
  --tsa-roots <file>  those of the timestamp authorities, likewise
  --head <hash>       the audit_chain_hash that a bundle's chain must have, as you kept it
  --json              the verdict as one line of JSON

Exit codes
  0  report trusted, bundle verified: somebody whom you trust vouches for it
  3  report untrusted, bundle intact: nothing is wrong, but nobody whom you trust vouches for it
  1  report invalid, bundle broken: something was changed; it says where
  2  the command could not be run, or the file is neither a PDF nor a ZIP file`,
  options: {
    roots: { type: 'string', multiple: true },
    'tsa-roots': { type: 'string', multiple: true },
    head: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async (given, terminal) => {
    const path = readOnly(given, {
      missing: 'Say which report or bundle to verify.',
      several: 'Verify one file at a time.',
    });
    const { text, exitCode } = await verifyFile(
      {
        path,
        roots: readTexts(given, 'roots'),
        tsaRoots: readTexts(given, 'tsa-roots'),
        head: readText(given, 'head'),
        json: given.values['json'] === true,
      },
      new Date(terminal.runtime.now()),
    );
    terminal.print(text);
    return exitCode;
  },
};
