import { expect, test } from 'vitest';
import { TimeZoneInput } from './time-zone.ts';

// For each number of differing letters, a zone that Intl lists or another name of one.
const NAMES = (
  'Europe/Rome Asia/Kolkata Asia/Calcutta Europe/Kyiv Europe/Kiev America/Argentina/ComodRivadavia ' +
  'America/Argentina/Buenos_Aires America/Port-au-Prince America/Port_of_Spain Africa/Dar_es_Salaam ' +
  'America/Knox_IN America/Indiana/Knox America/North_Dakota/New_Salem Antarctica/DumontDUrville ' +
  'Antarctica/McMurdo Africa/Porto-Novo Asia/Ust-Nera Australia/ACT Australia/LHI Australia/NSW ' +
  'Brazil/DeNoronha Chile/EasterIsland Mexico/BajaNorte Mexico/BajaSur CET CST6CDT EST EST5EDT Etc/GMT ' +
  'Etc/GMT+0 Etc/GMT-14 Etc/GMT0 Etc/UCT Etc/UTC Etc/Zulu Etc/Universal GB GB-Eire GMT GMT0 HST NZ NZ-CHAT ' +
  'PRC PST8PDT ROC ROK UCT UTC US/East-Indiana US/Indiana-Starke US/Pacific W-SU WET Zulu Cuba Eire Iran ' +
  'Navajo Hongkong Turkey'
).split(' ');

test.each(NAMES)('%s is kept under that name, in whichever case it comes', (name) => {
  for (const written of [name, name.toLowerCase(), name.toUpperCase()])
    expect(TimeZoneInput.parse(written)).toBe(name);
});

test('every zone that Intl lists is kept as it lists it', () => {
  const names = Intl.supportedValuesOf('timeZone');
  expect(names.map((name) => TimeZoneInput.parse(name.toLowerCase()))).toEqual(names);
});

test.each(['Mars/Olympus', '+02:00', 'UTC+2', '', 'x'.repeat(65)])('refuses %j', (name) => {
  expect(TimeZoneInput.safeParse(name).success).toBe(false);
});
