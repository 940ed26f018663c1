// The API's reference page reads without this: here are the theme that was chosen in the product, and the search.
(() => {
  const root = document.documentElement;
  try {
    const { theme } = JSON.parse(localStorage.getItem('TIDEMARK_SETTINGS') ?? '{}');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Without a storage nothing was chosen.
  }
  // A link to a call opens it, whatever is searched for.
  const open = () => {
    const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(found instanceof HTMLDetailsElement)) return;
    found.open = true;
    found.hidden = false;
  };
  addEventListener('hashchange', open);
  open();
  const search = document.getElementById('search');
  const entries = [...document.querySelectorAll('.call, .list > li')].map((element) => ({
    element,
    text: (element.querySelector('summary') ?? element).textContent.toLowerCase() + element.id.toLowerCase(),
  }));
  search.hidden = false;
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { element, text } of entries) element.hidden = !words.every((word) => text.includes(word));
  });
})();
