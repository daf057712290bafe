from drf_spectacular.views import SpectacularSwaggerSplitView


class DocsPage(SpectacularSwaggerSplitView):
    """The API's documentation to read and try, without a request to any other host.

    Its script is an answer of its own and its styles a file, so that the strict Content-Security-Policy holds
    here too.
    """

    template_name = "rest/docs.html"
