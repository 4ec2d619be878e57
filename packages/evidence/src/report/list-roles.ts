import {
  entriesOf,
  isList,
  isOfType,
  nameOf,
  resolve,
  type PdfObjects,
  type PdfValue,
} from '../pdf/pdf-value.ts';
import { stepsToWalk, type StepBudget } from '../step-budget.ts';

export type Role = 'catalog' | 'form' | 'fields' | 'field' | 'signature' | 'store' | 'index' | 'data';

const STORE_LISTS = ['Certs', 'CRLs', 'OCSPs'];
const INDEX_LISTS = ['Cert', 'CRL', 'OCSP'];
const STORE_KEYS = new Set(['Type', 'VRI', ...STORE_LISTS]);
const INDEX_KEYS = new Set(['Type', 'TU', ...INDEX_LISTS]);

/**
 * The roles of objects, by number, in the form's signature fields and the document security store (ETSI EN 319 142-1,
 * section 5.4.2): `store` is the store or its list, `index` holds the data for one signature, `data` is the stream of a
 * certificate, a revocation list or a response. An object with two roles has none.
 *
 * @throws {TooComplex}
 */
export function listRoles(
  { objects, root }: { objects: PdfObjects; root: number },
  budget: StepBudget,
): ReadonlyMap<number, Role> {
  const roles = new Map<number, Role>();
  const clashes = new Set<number>();
  const give = (value: PdfValue | undefined, role: Role): void => {
    if (!isOfType(value, 'reference')) return;
    if (roles.has(value.number)) clashes.add(value.number);
    roles.set(value.number, role);
  };

  roles.set(root, 'catalog');
  const catalog = entriesOf(objects.get(root)?.value, objects);
  const walk = { objects, give, budget };
  listFormRoles(catalog?.get('AcroForm'), walk);
  listStoreRoles(catalog?.get('DSS'), walk);
  for (const number of clashes) roles.delete(number);
  return roles;
}

type Walk = {
  objects: PdfObjects;
  give: (value: PdfValue | undefined, role: Role) => void;
  budget: StepBudget;
};

function listFormRoles(value: PdfValue | undefined, { objects, give, budget }: Walk): void {
  give(value, 'form');
  const listed = entriesOf(value, objects)?.get('Fields');
  give(listed, 'fields');
  const fields = resolve(listed, objects);
  if (!isList(fields)) return;
  budget.spend(stepsToWalk(fields.length));
  for (const field of fields) {
    const entries = entriesOf(field, objects);
    if (nameOf(entries?.get('FT')) !== 'Sig') continue;
    give(field, 'field');
    give(entries?.get('V'), 'signature');
  }
}

function listStoreRoles(value: PdfValue | undefined, walk: Walk): void {
  const { objects, give, budget } = walk;
  const store = entriesOf(value, objects);
  if (!store || ![...store.keys()].every((key) => STORE_KEYS.has(key))) return;
  give(value, 'store');
  for (const key of STORE_LISTS) listDataRoles(store.get(key), walk);

  give(store.get('VRI'), 'store');
  const indices = entriesOf(store.get('VRI'), objects) ?? new Map<string, PdfValue>();
  budget.spend(stepsToWalk(indices.size));
  for (const [key, entry] of indices) {
    const index = entriesOf(entry, objects);
    // The SHA-1 of a signature names its index.
    if (!/^[0-9A-F]{40}$/.test(key) || !index) continue;
    if (![...index.keys()].every((name) => INDEX_KEYS.has(name))) continue;
    give(entry, 'index');
    // The streams belong to the store, the lists to the index.
    for (const name of INDEX_LISTS) give(index.get(name), 'index');
  }
}

function listDataRoles(value: PdfValue | undefined, { objects, give, budget }: Walk): void {
  give(value, 'store');
  const list = resolve(value, objects);
  if (!isList(list)) return;
  budget.spend(stepsToWalk(list.length));
  for (const item of list) {
    if (isOfType(item, 'reference') && objects.get(item.number)?.isStream) give(item, 'data');
  }
}
