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

/*
 * Scalar's small texts have less contrast than WCAG 2 asks of them. These colours are those of the service's own pages
 * (packages/ui/src/ui.css).
 */
const COLOURS = `
  .light-mode { --scalar-color-2: #4f586b; --scalar-color-3: #4f586b; --scalar-color-accent: #1d4ed8;
    --scalar-color-red: #a01c1c; --scalar-color-green: #14632f; --scalar-color-orange: #7a4a00;
    --scalar-color-yellow: #7a4a00; --scalar-color-blue: #1d4ed8; }
  .dark-mode { --scalar-color-2: #b3bccd; --scalar-color-3: #b3bccd; --scalar-color-accent: #8fb4ff;
    --scalar-color-red: #ffb4b0; --scalar-color-green: #8fe0a8; --scalar-color-orange: #f5cf85;
    --scalar-color-yellow: #f5cf85; --scalar-color-blue: #8fb4ff; }
`;

/** Scalar's buttons that copy have no name, and its lists that scroll can't be scrolled by keys. */
const nameParts = () => {
  for (const button of holder.querySelectorAll('button[class*=copy-button]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  for (const list of holder.querySelectorAll('.endpoints:not([tabindex])')) list.tabIndex = 0;
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
    customCss: COLOURS,
  });
  // Scalar draws in many steps, and one look after them is enough.
  let timer;
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(nameParts, 100);
  };
  new MutationObserver(look).observe(holder, { childList: true, subtree: true });
};

void start();
