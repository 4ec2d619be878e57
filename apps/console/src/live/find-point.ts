import type { Point } from '@field-inspection/signalling';

export type Size = { width: number; height: number };

type Box = Size & { left: number; top: number };

/**
 * Tells where a pointer is in the picture, from 0 to 1 from its left and its top. The picture fills its box as far as its
 * proportions allow; beside it there is nothing to point at.
 */
export const findPoint = (
  box: Box,
  picture: Size,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point | undefined => {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const x = (clientX - box.left - (box.width - width) / 2) / width;
  const y = (clientY - box.top - (box.height - height) / 2) / height;
  return isShare(x) && isShare(y) ? { x, y } : undefined;
};

const isShare = (value: number): boolean => value >= 0 && value <= 1;
