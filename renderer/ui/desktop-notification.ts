/**
 * Shows a desktop notification where the browser allows it, and returns whether it does. One with the same `tag` is
 * replaced. `open` is called when it is clicked, after the window was brought to the front.
 */
export function showDesktopNotification(
  { title, ...options }: { readonly title: string; readonly body: string; readonly tag?: string },
  open: () => void,
): boolean {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return false;
  const notification = new Notification(title, options);
  notification.onclick = () => {
    notification.close();
    window.focus();
    open();
  };
  return true;
}
