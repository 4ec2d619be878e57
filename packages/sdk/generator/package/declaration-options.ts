/** The build and public-surface.generated.d.ts make declarations with the same options. */
export const DECLARATION_OPTIONS = {
  // Declarations leave out what is marked @internal: constructors of promises, pages and resources.
  stripInternal: true,
  // The workspace's own packages are not published, so their types are copied, as their code is.
  paths: {
    '@field-inspection/contract/plain': ['../contract/src/plain.ts'],
    '@field-inspection/*': ['../*/src/index.ts'],
  },
};
