{
  const script = document.createElement('script');
  script.id = 'payment-script';
  script.src = document.currentScript.dataset.url;
  // Stored on the element, because the island may start after the script has failed.
  script.addEventListener('error', () => {
    script.dataset.failed = '';
  });
  document.head.append(script);
}
