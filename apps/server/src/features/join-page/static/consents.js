import { call } from './call-service.js';

const MATTERS = ['camera', 'microphone', 'gps', 'recording'];
const boxOf = (matter) => document.getElementById(`allow-${matter}`);

/**
 * What the person allows, each matter on its own. The boxes show it as the service has it on record; what the person
 * has withdrawn is withdrawn here at once, and is told again until it is on record.
 *
 * @param bearer gives the field_session_token
 * @param onChange told of each box that the person ticks or clears
 */
export const createConsents = ({ texts, bearer, onChange }) => {
  let answers = {};
  const withdrawn = new Set();
  // One after the other: a grant that overtakes a withdrawal would undo it.
  let inTurn = Promise.resolve();
  let waiting = 0;

  const isAllowed = (matter) => answers[matter] === 'granted' && !withdrawn.has(matter);
  const show = (recorded) => {
    answers = recorded;
    // A box whose answer is on its way stays as the person has set it.
    if (waiting > 0) return;
    for (const matter of MATTERS) boxOf(matter).checked = isAllowed(matter);
  };
  const record = async (given) => {
    const reply = await call('field/consent', {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${bearer()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...given,
        text_version: texts.consent_text_version,
        locale: document.documentElement.lang,
      }),
      keepalive: true,
    });
    waiting -= 1;
    const isRecorded = reply?.status === 200;
    for (const [matter, answer] of Object.entries(given)) {
      if (!isRecorded && answer === 'revoked') withdrawn.add(matter);
      else if (isRecorded) withdrawn.delete(matter);
    }
    show(isRecorded ? reply.body : answers);
    return isRecorded;
  };
  const tell = (given) => {
    waiting += 1;
    inTurn = inTurn.then(() => record(given));
    return inTurn;
  };
  for (const matter of MATTERS) {
    boxOf(matter).addEventListener('change', ({ target }) => onChange(matter, target.checked));
  }
  return {
    show,
    isAllowed,
    /** Puts answers on the record, with the texts that they are to; false where that can't be done now. */
    tell,
    /** Tells what was withdrawn while it could not be told; undefined where there is no such thing. */
    tellWithdrawn: async () =>
      withdrawn.size > 0
        ? tell(Object.fromEntries([...withdrawn].map((matter) => [matter, 'revoked'])))
        : undefined,
    /** Once all that was told is on the record. */
    settle: () => inTurn,
  };
};
