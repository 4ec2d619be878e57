// Scalar's own services are off (fonts, proxy, telemetry, agent); the page's policy forbids them, too.
const holder = document.getElementById('reference');
const { document: documentPath, key } = holder.dataset;
const wanted = new URLSearchParams(location.search).get('operation');

/** Scalar finds an operation by the hash of its address. */
const openOperation = (description) => {
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, { operationId, tags }] of Object.entries(methods)) {
      if (operationId !== wanted) continue;
      location.hash = `tag/${tags[0].toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`;
    }
  }
};

const start = async () => {
  const reply = await fetch(documentPath);
  const content = await reply.json();
  if (wanted) openOperation(content);
  window.Scalar.createApiReference('#reference', {
    content,
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    mcp: { disabled: true },
    agent: { disabled: true },
    authentication: {
      preferredSecurityScheme: 'apiKey',
      ...(key && { securitySchemes: { apiKey: { token: key } } }),
    },
    persistAuth: false,
  });
};

void start();
