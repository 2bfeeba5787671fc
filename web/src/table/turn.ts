/** The player's turn is told where the eye is not on the table: in the title, by a sound and by a short vibration. */
import { settings } from '$lib/base/settings.svelte'

let audio: AudioContext | undefined

/** Two short tones; a browser that wants a click first stays silent. */
function chime(): void {
  try {
    audio ??= new AudioContext()
    for (const [tone, after] of [[660, 0], [880, 0.13]] as const) {
      const sound = audio.createOscillator()
      const loudness = audio.createGain()
      const at = audio.currentTime + after
      sound.frequency.value = tone
      loudness.gain.setValueAtTime(0.07, at)
      loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.25)
      sound.connect(loudness).connect(audio.destination)
      sound.start(at)
      sound.stop(at + 0.26)
    }
  } catch {
    // no sound here: title and page tell of the turn
  }
}

export function callToTurn(): void {
  if (settings.sound) chime()
  if (settings.vibrates && 'vibrate' in navigator) navigator.vibrate([60, 40, 60])
}
