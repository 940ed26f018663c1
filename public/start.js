// Before the first paint of the prepared home screen: the theme that was chosen, and no words in another language.
(() => {
  const root = document.documentElement;
  const kept = {};
  try {
    kept.language = localStorage.getItem('LANG');
    kept.theme = JSON.parse(localStorage.getItem('TIDEMARK_SETTINGS') ?? '{}').theme;
  } catch {
    // Without a storage nothing was chosen.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  root.dataset.theme = kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : system;
  if (kept.language && kept.language !== root.dataset.words) root.dataset.start = 'off';
})();
