import manifest from '../package.json' with { type: 'json' };

/** The server has a version of its own beside the SDK's. */
export const VERSION = manifest.version;
