"""What others ask of the running server: is it ready, and how does it do?"""
