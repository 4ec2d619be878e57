import { sayContrast, type UpdateBrandingBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError, type InvalidPart } from '../../../api-error.ts';

/** @throws {ApiError} validation_error for each colour that can't be read */
export const requireContrast = ({
  colours = {},
}: Pick<z.output<typeof UpdateBrandingBody>, 'colours'>): void => {
  const errors = (['primary', 'background'] as const).flatMap((name): InvalidPart[] => {
    const colour = colours[name];
    const message = colour ? sayContrast(name, colour) : undefined;
    return message ? [{ path: `body.colours.${name}`, code: 'low_contrast', message }] : [];
  });
  if (errors.length === 0) return;
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new ApiError('validation_error', detail, { errors });
};
