import { describe, expect, it } from 'vitest';
import type { ReportInput, ReportPhoto } from '../input/report-input.ts';
import { sampleReport } from '../rendering/testing/sample-report.ts';
import { composeSheet } from './compose-sheet.ts';

const sample = await sampleReport();
const compose = (changes: Partial<ReportInput> = {}) => composeSheet({ ...sample, ...changes }, new Map());
const photo = (changes: Partial<ReportPhoto> = {}): ReportPhoto => ({ ...sample.photos[1]!, ...changes });

describe('what was asked for', () => {
  it('is listed with its evidence, and what is required and missing is told apart from what is optional', () => {
    const { shots } = compose({});
    expect(
      shots!.rows.map(({ label, found, missing, isMissing, note }) => [
        label,
        found || missing,
        isMissing,
        note,
      ]),
    ).toEqual([
      ['The roof from the north', 'Photo 1, Photo 3 and Recording 1', false, ''],
      ['The meter, with its number', 'Missing', true, ''],
      ['The attic', 'Not taken', false, 'Optional'],
    ]);
  });

  it('has no section where nothing was asked for', () => {
    expect(compose({ shots: [] }).shots).toBeNull();
  });

  it('names a photo by the label of its shot, and by its slot as words where nothing was asked for', () => {
    const { annotations } = sample.photos.find((each) => each.annotations.length > 0)!;
    const photos = [
      photo({ slot: 'meter', annotations: annotations.slice(0, 1) }),
      photo({ slot: 'gate', annotations: [] }),
    ];
    const listDetails = (changes: Partial<ReportInput>) => {
      const { rows } = compose({ photos, ...changes }).photos;
      return rows.flatMap(({ lead, figures }) =>
        [lead?.figure, lead?.side, ...figures.map(({ figure }) => figure)].flatMap(
          (each) => each?.detail ?? [],
        ),
      );
    };
    expect(listDetails({})).toEqual(['The meter, with its number', 'The meter, with its number', 'Gate']);
    expect(listDetails({ shots: [] })).toEqual(['Meter', 'Meter', 'Gate']);
  });
});
