import { render } from 'preact';
import { App } from './app.tsx';
import { begin, tellLeavers } from './journey.ts';
import { keepTrying } from './service/keep-trying.ts';
import '@field-inspection/ui/ui.css';
import './style/field.css';

const app = document.getElementById('app')!;
void begin().finally(() => {
  app.hidden = false;
  keepTrying(() => void tellLeavers());
});
app.replaceChildren();
render(<App />, app);
// The page only names the logo: until the first tap works, the line is for its files.
const logo = document.querySelector<HTMLImageElement>('img[data-src]');
if (logo) logo.src = logo.dataset.src!;

// Another link that is opened in the same tab.
addEventListener('hashchange', () => location.hash && location.reload());
