// Runs before the first paint; a file, because the content policy forbids inline scripts.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is blocked: the system's colour scheme applies, and nobody is signed in.
      return null
    }
  }
  const stored = read('mantine-color-scheme-value')
  const isChosen = stored === 'light' || stored === 'dark'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', isChosen ? stored : system)

  // The files of the screen in the address come together with those that start the product, not after them. A visitor is
  // shown the log-in page in place of a trader's.
  const screens = JSON.parse(document.currentScript.dataset.screens ?? '{}')
  const path = read('refresh_token') === null && location.pathname in screens ? '/login' : location.pathname
  for (const file of screens[path] ?? []) {
    const link = document.createElement('link')
    // As the product asks for it later: another mode would fetch the file twice.
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '', href: file })
    else Object.assign(link, { rel: 'modulepreload', href: file })
    document.head.append(link)
  }
})()
