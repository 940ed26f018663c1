// Before the first paint of the prepared home screen: the theme that was chosen, and no words in another language.
(() => {
  const root = document.documentElement;
  const kept = {};
  try {
    kept.language = localStorage.getItem('LANG');
    root.toggleAttribute('data-in', Boolean(localStorage.getItem('TOKEN')));
    kept.theme = JSON.parse(localStorage.getItem('TIDEMARK_SETTINGS') ?? '{}').theme;
  } catch {
    // Without a storage nothing was chosen.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  root.dataset.theme = kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : system;
  if (kept.language && kept.language !== root.dataset.words) root.dataset.start = 'off';
  // A tap on a button that nothing answers yet is kept for the page's own: src/app/firstSight.ts.
  root.addEventListener('click', ({ target }) => {
    const button = target.closest('#start button');
    if (!button) return;
    const { dataset } = button.closest('#start');
    dataset.taps = `${dataset.taps ?? ''}${button.textContent}\n`;
    for (const tab of button.parentElement.querySelectorAll('[role="tab"]'))
      tab.setAttribute('aria-selected', `${tab === button}`);
  });
})();
