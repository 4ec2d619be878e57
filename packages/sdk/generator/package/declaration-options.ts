/**
 * Options by which the compiler makes the declarations of the package, for the build and for the file that a review
 * reads.
 */
export const DECLARATION_OPTIONS = {
  // Declarations leave out the parts marked @internal: the constructors of promises, pages and resources.
  stripInternal: true,
  // The workspace's own packages are not published: their types are copied, as their code is.
  paths: {
    '@field-inspection/contract/plain': ['../contract/src/plain.ts'],
    '@field-inspection/*': ['../*/src/index.ts'],
  },
};
