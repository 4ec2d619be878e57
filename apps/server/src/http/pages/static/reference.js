// Scalar's own services stay out: no fonts, no proxy, no telemetry, no agent; the page's policy forbids them too.
const specificationUrl = new URL('v1/openapi.json', document.baseURI).href;

window.Scalar.createApiReference('#reference', {
  url: specificationUrl,
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  mcp: { disabled: true },
  agent: { disabled: true },
  authentication: { preferredSecurityScheme: 'apiKey' },
  persistAuth: false,
});
