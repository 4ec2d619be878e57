import '@field-inspection/ui/ui.css';
import '../pages.css';
import '../sign/sign.css';
import './sign-in.css';
import { Heading, isBusy } from '@field-inspection/ui';
import { branding, BrandFooter, BrandLogo } from '../brand.tsx';
import { showPage } from '../page.ts';
import { begin } from './journey.ts';
import { Below } from './screens.tsx';
import { nameScreen, shown } from './show.ts';
import { away, write } from './words.ts';

const SignInPage = () => {
  const { screen, turn } = shown.value;
  const isFirst = turn === 0 || (turn === 1 && screen.name === 'start');
  return (
    <>
      <BrandLogo root="" />
      {away && (
        <p class="organisation" dir="auto">
          {away.branding.organisation_name}
        </p>
      )}
      <Heading key={`heading ${turn}`} isFocused={!isFirst && screen.name !== 'code'}>
        {nameScreen(screen)}
      </Heading>
      <p class="note good" role="status">
        {'notice' in screen && screen.notice}
      </p>
      <Below key={`below ${turn}`} screen={screen} />
      <p class="status" role="status">
        {isBusy.value && write('working')}
      </p>
      <BrandFooter words={{ imprint: write('imprint'), privacy: write('privacy') }} />
    </>
  );
};

branding.value = away?.branding;
showPage(<SignInPage />);
if (!away) begin();
// The tab may be given another link, and the history must not bring back who was signed in.
addEventListener('hashchange', () => location.hash && location.reload());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
