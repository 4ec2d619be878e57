/** Widths of letters in the service's font, in thousandths of an em. */
const ADVANCES: readonly [letters: string, widths: string][] = [
  [
    ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~',
    '260 269 408 646 572 831 732 225 300 300 551 572 268 322 268 372 572 572 572 572 572 572 572 572 572 572 268 268 572 572 572 434 899 639 650 632 730 556 519 728 741 339 273 619 524 907 760 781 605 781 622 549 556 731 600 930 586 566 572 329 372 329 572 444 281 561 615 480 615 564 344 615 618 258 258 534 258 935 618 605 615 615 413 479 361 618 508 786 529 510 470 380 551 380 572',
  ],
  [
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψω',
    '639 650 499 639 556 572 741 781 339 619 609 907 760 624 781 731 605 572 556 566 843 586 821 717 623 613 516 588 470 460 608 594 332 534 519 626 516 490 605 653 600 487 614 490 598 725 594 749 799',
  ],
  [
    'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзиклмнопрстуфхцчшщъыьэюя',
    '638 614 650 509 729 556 905 577 756 625 698 907 743 761 733 605 640 556 616 817 588 740 673 1035 1026 685 849 607 647 999 638 556 597 564 438 607 551 759 488 621 531 587 768 614 594 606 608 493 465 509 737 511 612 589 894 897 623 759 545 494 799 577',
  ],
  ['ßẞæÆœŒłŁøØđĐı', '631 709 864 881 946 928 258 524 605 781 617 730 258'],
  [
    '€£§°±×÷µ·«»–—…•„“”’‘‚№‰²³¿¡',
    '572 572 513 428 572 572 572 623 268 509 509 500 1000 791 376 416 359 359 175 175 250 1020 1177 350 350 434 269',
  ],
];

const MARKS = /\p{M}/gu;

/** An unknown letter is as wide as a square, as which most devices show it. */
const UNKNOWN = 1000;

let advances: ReadonlyMap<string, number> | undefined;

const readAdvances = (): ReadonlyMap<string, number> =>
  new Map(
    ADVANCES.flatMap(([letters, widths]) => {
      const known = widths.split(' ').map(Number);
      return [...letters].map((letter, at) => [letter, known[at]!] as const);
    }),
  );

/** Measures in ems. A letter is as wide with its marks as without. */
export const measureLine = (line: string): number => {
  advances ??= readAdvances();
  const letters = [...line.normalize('NFD').replace(MARKS, '')];
  return letters.reduce((sum, letter) => sum + (advances!.get(letter) ?? UNKNOWN), 0) / 1000;
};
