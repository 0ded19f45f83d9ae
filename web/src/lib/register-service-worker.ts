/** The page that is shown without a connection; the product works the same where a browser has no service workers. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    // A refusal, as in a private window, costs only the offline page.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}
