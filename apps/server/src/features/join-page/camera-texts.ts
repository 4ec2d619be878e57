import type { LocaleCode } from '@field-inspection/contract';

/** What the page says about the camera; no message shares these. */
export type CameraTexts = {
  camera_share: string;
  camera_stop: string;
  camera_shared: string;
  camera_refused: string;
};

export const CAMERA_TEXTS: Record<LocaleCode, CameraTexts> = {
  en: {
    camera_share: 'Share my camera and microphone',
    camera_stop: 'Stop sharing',
    camera_shared: 'Your contact person can see and hear you.',
    camera_refused: 'The camera could not be opened. Allow it in your browser, then try again.',
  },
  de: {
    camera_share: 'Kamera und Mikrofon freigeben',
    camera_stop: 'Freigabe beenden',
    camera_shared: 'Ihre Ansprechperson kann Sie sehen und hören.',
    camera_refused:
      'Die Kamera konnte nicht geöffnet werden. Erlauben Sie sie im Browser und versuchen Sie es dann erneut.',
  },
  fr: {
    camera_share: 'Partager ma caméra et mon micro',
    camera_stop: 'Arrêter le partage',
    camera_shared: 'Votre interlocuteur peut vous voir et vous entendre.',
    camera_refused: 'Impossible d’ouvrir la caméra. Autorisez-la dans votre navigateur, puis réessayez.',
  },
  it: {
    camera_share: 'Condividi fotocamera e microfono',
    camera_stop: 'Interrompi la condivisione',
    camera_shared: 'La persona di contatto può vederla e sentirla.',
    camera_refused: 'Impossibile aprire la fotocamera. La consenta nel browser, poi riprovi.',
  },
  es: {
    camera_share: 'Compartir mi cámara y mi micrófono',
    camera_stop: 'Dejar de compartir',
    camera_shared: 'Su persona de contacto puede verle y oírle.',
    camera_refused: 'No se pudo abrir la cámara. Permítala en el navegador e inténtelo de nuevo.',
  },
  pl: {
    camera_share: 'Udostępnij kamerę i mikrofon',
    camera_stop: 'Zakończ udostępnianie',
    camera_shared: 'Osoba kontaktowa widzi i słyszy obraz oraz dźwięk z tego urządzenia.',
    camera_refused: 'Nie udało się otworzyć kamery. Zezwól na nią w przeglądarce i spróbuj ponownie.',
  },
  ro: {
    camera_share: 'Partajați camera și microfonul',
    camera_stop: 'Opriți partajarea',
    camera_shared: 'Persoana de contact vă poate vedea și auzi.',
    camera_refused: 'Camera nu a putut fi deschisă. Permiteți-o în browser, apoi încercați din nou.',
  },
  nl: {
    camera_share: 'Mijn camera en microfoon delen',
    camera_stop: 'Stoppen met delen',
    camera_shared: 'Uw contactpersoon kan u zien en horen.',
    camera_refused: 'De camera kon niet worden geopend. Sta deze toe in uw browser en probeer het opnieuw.',
  },
  el: {
    camera_share: 'Κοινή χρήση κάμερας και μικροφώνου',
    camera_stop: 'Διακοπή κοινής χρήσης',
    camera_shared: 'Το άτομο επικοινωνίας μπορεί να σας δει και να σας ακούσει.',
    camera_refused:
      'Δεν ήταν δυνατό το άνοιγμα της κάμερας. Επιτρέψτε την στο πρόγραμμα περιήγησης και δοκιμάστε ξανά.',
  },
  hu: {
    camera_share: 'Kamera és mikrofon megosztása',
    camera_stop: 'Megosztás leállítása',
    camera_shared: 'A kapcsolattartója látja és hallja Önt.',
    camera_refused: 'A kamerát nem sikerült megnyitni. Engedélyezze a böngészőben, majd próbálja újra.',
  },
  pt: {
    camera_share: 'Partilhar a câmara e o microfone',
    camera_stop: 'Parar de partilhar',
    camera_shared: 'A sua pessoa de contacto pode vê-lo e ouvi-lo.',
    camera_refused: 'Não foi possível abrir a câmara. Autorize-a no navegador e tente novamente.',
  },
  cs: {
    camera_share: 'Sdílet kameru a mikrofon',
    camera_stop: 'Ukončit sdílení',
    camera_shared: 'Vaše kontaktní osoba vás vidí a slyší.',
    camera_refused: 'Kameru se nepodařilo otevřít. Povolte ji v prohlížeči a zkuste to znovu.',
  },
  sv: {
    camera_share: 'Dela min kamera och mikrofon',
    camera_stop: 'Sluta dela',
    camera_shared: 'Din kontaktperson kan se och höra dig.',
    camera_refused: 'Kameran kunde inte öppnas. Tillåt den i webbläsaren och försök sedan igen.',
  },
  bg: {
    camera_share: 'Споделяне на камерата и микрофона',
    camera_stop: 'Спиране на споделянето',
    camera_shared: 'Вашето лице за контакт може да Ви вижда и чува.',
    camera_refused: 'Камерата не можа да бъде отворена. Разрешете я в браузъра и опитайте отново.',
  },
};
