// Sets the saved looks before the first paint, so that nothing flashes. The settings themselves live in base/settings.
try {
  const saved = JSON.parse(localStorage.getItem('pitboss.settings') ?? '{}')
  if (saved.theme === 'dark' || saved.theme === 'light') document.documentElement.dataset.theme = saved.theme
} catch {
  // Storage is off or spoilt: the preference of the system holds.
}
