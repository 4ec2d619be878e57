import type { LocaleCode } from '@field-inspection/contract';
import bg from '../catalogues/bg.json' with { type: 'json' };
import cs from '../catalogues/cs.json' with { type: 'json' };
import de from '../catalogues/de.json' with { type: 'json' };
import el from '../catalogues/el.json' with { type: 'json' };
import en from '../catalogues/en.json' with { type: 'json' };
import es from '../catalogues/es.json' with { type: 'json' };
import fr from '../catalogues/fr.json' with { type: 'json' };
import hu from '../catalogues/hu.json' with { type: 'json' };
import it from '../catalogues/it.json' with { type: 'json' };
import nl from '../catalogues/nl.json' with { type: 'json' };
import pl from '../catalogues/pl.json' with { type: 'json' };
import pt from '../catalogues/pt.json' with { type: 'json' };
import ro from '../catalogues/ro.json' with { type: 'json' };
import sv from '../catalogues/sv.json' with { type: 'json' };

/** The name of a text; English has them all, and the other locales the same. */
export type VerifyKey = keyof typeof en;

export type VerifyTexts = Record<VerifyKey, string>;

/** Every text of the verify page, with its values in braces. Counts stand beside their label, so none needs a plural. */
export const verifyCatalogues: Record<LocaleCode, VerifyTexts> = {
  en,
  de,
  fr,
  it,
  es,
  pl,
  ro,
  nl,
  el,
  hu,
  pt,
  cs,
  sv,
  bg,
};
