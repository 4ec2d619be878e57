import '@field-inspection/ui/ui.css';
import '../pages.css';
import './sign.css';
import { Heading, isBusy } from '@field-inspection/ui';
import { BrandFooter, BrandLogo } from '../brand.tsx';
import { ContactFooter } from '../contact.tsx';
import { showPage } from '../page.ts';
import { begin, LOOK_MS, renewLink } from './journey.ts';
import { Below } from './screens.tsx';
import { nameScreen, organisation, shown } from './show.ts';
import { root, write } from './words.ts';

const SignPage = () => {
  const { screen, turn } = shown.value;
  const notice = 'notice' in screen ? screen.notice : '';
  return (
    <>
      <BrandLogo root={root} />
      {organisation.value && (
        <p class="organisation" dir="auto">
          {organisation.value}
        </p>
      )}
      <Heading key={`heading ${turn}`} isFocused={screen.name !== 'opening' && screen.name !== 'code'}>
        {nameScreen(screen)}
      </Heading>
      <p class="note" role="status">
        {notice}
      </p>
      <Below key={`below ${turn}`} screen={screen} />
      <p class="status" role="status">
        {isBusy.value && write('working')}
      </p>
      <ContactFooter label={write('contact')} />
      <BrandFooter words={{ imprint: write('imprint'), privacy: write('privacy') }} />
    </>
  );
};

showPage(<SignPage />);
void begin();
setInterval(() => void renewLink(), LOOK_MS);
document.addEventListener('visibilitychange', () => void renewLink());
// Another link may be opened in the same tab, or the provider's page be left by the back button.
addEventListener('hashchange', () => location.hash && location.reload());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
