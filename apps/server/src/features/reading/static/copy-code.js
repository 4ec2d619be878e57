const said = Object.assign(document.createElement('p'), { className: 'hidden' });
said.setAttribute('role', 'status');
document.body.append(said);

/** Browsers give no clipboard over plain http from another machine; selected text can be copied there. */
const copy = async (code) => {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  }
};

/** The name is the code's caption, the summary that opens it, or the heading above it. */
const nameOf = (block) => {
  const caption = block.parentElement.querySelector(':scope > figcaption, :scope > summary');
  const heading = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].findLast(
    (each) => each.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return [caption, heading].flatMap((each) => (each ? [each.textContent.trim()] : [])).join(', ');
};

const addButton = (block) => {
  const button = document.createElement('button');
  const word = Object.assign(document.createElement('span'), { textContent: 'Copy' });
  const what = Object.assign(document.createElement('span'), {
    className: 'hidden',
    textContent: ` the code: ${nameOf(block)}`,
  });
  button.type = 'button';
  button.append(word, what);
  let back;
  button.addEventListener('click', async () => {
    const isCopied = await copy(block.querySelector('code'));
    word.textContent = isCopied ? 'Copied' : 'Selected';
    said.textContent = isCopied ? 'Copied' : 'Not copied. The code is selected: copy it by the keyboard.';
    clearTimeout(back);
    back = setTimeout(() => {
      word.textContent = 'Copy';
      said.textContent = '';
    }, 2500);
  });
  block.append(button);
};

document.querySelectorAll('main .code').forEach(addButton);
