import manifest from '../package.json' with { type: 'json' };

/** Of the server: it has a version of its own beside the SDK's. */
export const VERSION = manifest.version;
