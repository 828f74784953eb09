{
  const { id, url } = document.currentScript.dataset;
  const script = document.createElement('script');
  script.id = id;
  script.src = url;
  // Kept on the element, because the island that waits for the script may arrive after it has failed.
  script.addEventListener('error', () => {
    script.dataset.failed = '';
  });
  document.head.append(script);
}
