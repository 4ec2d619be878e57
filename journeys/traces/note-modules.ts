// Imported into a server before its own code (NODE_OPTIONS=--import): writes what it loads of OpenTelemetry to stderr.
// Packages of others load the API package for themselves, which does nothing by itself.
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const [, found] = /node_modules\/(@opentelemetry\/[^/]+)\//.exec(resolved.url) ?? [];
    const isOthers = context.parentURL?.includes('/node_modules/');
    if (found && !isOthers) writeSync(2, `loaded ${found}\n`);
    return resolved;
  },
});
