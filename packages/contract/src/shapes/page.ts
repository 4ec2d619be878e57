import { z } from 'zod';
import { text } from './text.ts';

/** Page size: default 25, at most 100. Plain digits only: `0x10` and `1e1` are refused. */
export const Limit = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a whole number from 1 to 100')
  .transform(Number)
  .pipe(z.int().min(1, 'must be at least 1').max(100, 'must be at most 100'))
  .default(25)
  .meta({
    description: 'Page size, from 1 to 100; 25 unless given',
    // Text arrives in a query; the document says integer.
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 25,
    example: 50,
  });

const CURSOR_EXAMPLE = 'MS4xNzk1MTg1MDAwMDAwMDAwLjAxOWE5ZjZlLTNjMGEtN2JkMi04YzExLTVkMmYwZjZkOWEwMS5RcGo4WnY';

/** The query parameters that every list takes. */
export const pageQuery = {
  limit: Limit,
  cursor: text(2048)
    .optional()
    .meta({ description: 'next_cursor of the page before, unchanged', example: CURSOR_EXAMPLE }),
};

/**
 * The envelope of every list (docs/pagination.md), newest first.
 * While `has_more` is true, `next_cursor` is the `cursor` of the next page. Then a page may hold fewer items than
 * `limit`, even none: by several filters it ends after 5 000 items that it looked at, and the next goes on after them.
 *
 * @param name the schema's name in the OpenAPI document
 * @param item what the list holds
 * @example
 * const CampaignPage = pageOf('CampaignPage', Campaign);
 * CampaignPage.parse({ data: [], has_more: false, next_cursor: null });
 */
export const pageOf = <Item extends z.ZodType>(name: string, item: Item) =>
  z
    .object({
      data: z.array(item).meta({ description: 'The items of this page, in the order of the list' }),
      has_more: z.boolean().meta({
        description: 'Whether there is another page; then this one may hold fewer than `limit`, even none',
        example: true,
      }),
      next_cursor: z.string().nullable().meta({
        description: 'Opaque; goes on after what this page looked at; null on the last page',
        example: CURSOR_EXAMPLE,
      }),
    })
    .meta({ id: name, description: 'One page of a list, newest first' });

/**
 * The envelope of a list that is always whole: what it can hold is so little that it has no second page. Whatever reads
 * pages reads it, too.
 *
 * @example
 * const RoleList = wholeListOf('RoleList', Role, 'The roles, from the widest to the narrowest');
 * RoleList.parse({ data: [], ...WHOLE });
 */
export const wholeListOf = <Item extends z.ZodType>(name: string, item: Item, description: string) =>
  z
    .object({
      data: z.array(item).meta({ description: 'All of them' }),
      has_more: z.boolean().meta({ description: 'false: the list is whole', example: false }),
      next_cursor: z.string().nullable().meta({ description: 'null: the list is whole', example: null }),
    })
    .meta({ id: name, description });

/** The end of an envelope whose list is whole. */
export const WHOLE = { has_more: false, next_cursor: null };
