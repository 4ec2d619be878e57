/**
 * Lists what is painted without anything in it, such as the frame of an error that there is none of: a space is enough
 * to make `:empty` false.
 */
export const EMPTY_BOXES = `(() => {
  const CONTENT = 'img, video, canvas, svg, input, select, textarea, progress, hr, [aria-label]';
  const isClear = (color) => color === 'transparent' || /, 0\\)$/.test(color);
  const isPainted = (element) => {
    const style = getComputedStyle(element);
    const isEdged = ['top', 'right', 'bottom', 'left'].some(
      (side) =>
        parseFloat(style['border-' + side + '-width']) > 0 && !isClear(style['border-' + side + '-color']),
    );
    return isEdged || !isClear(style.backgroundColor) || style.backgroundImage !== 'none';
  };
  const hasSize = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  const isEmpty = (element) =>
    element.textContent.trim() === '' && !element.matches(CONTENT) && !element.querySelector(CONTENT);
  return [...document.querySelectorAll('main *')]
    .filter((element) => !element.closest('svg') && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => hasSize(element) && isEmpty(element) && isPainted(element))
    .map((element) => 'empty: ' + element.outerHTML.slice(0, 80));
})()`;
